// The one script of the pages: while a conversation goes on, its page is asked for again and shown in
// place, unless somebody is at work in it. A text, as the stylesheets are.
export const LIVE_SCRIPT = `const again = async () => {
	const main = document.querySelector('main');
	if (document.hidden || main.contains(document.activeElement)) return;
	const response = await fetch(location.href).catch(() => undefined);
	if (!response?.ok) return;
	const page = new DOMParser().parseFromString(await response.text(), 'text/html');
	const open = new Set([...main.querySelectorAll('li:has(details[open])')].map(({ id }) => id));
	main.replaceChildren(...page.querySelector('main').childNodes);
	for (const id of open) document.getElementById(id)?.querySelector('details')?.setAttribute('open', '');
};
setInterval(again, 5_000);
`;
