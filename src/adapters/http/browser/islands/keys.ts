// Ctrl-K or Command-K: the search of the header, or the page of the search where the header has none.
document.addEventListener('keydown', (event) => {
	if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
	event.preventDefault();
	const field = document.querySelector<HTMLInputElement>('.find input');
	if (field?.checkVisibility()) field.select();
	else location.assign('/find');
});
