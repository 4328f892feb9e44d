// Says below a drawing which call a plank is, when it is pointed at or reached; it is one tab stop, and arrow keys
// move between its planks.

/** Listens to the drawings of a page. */
export function movePlanks(): void {
	const plankOf = (target: EventTarget | null) =>
		target instanceof Element ? target.closest<SVGAElement>('[data-call]') : null;
	const peek = ({ target }: Event) => {
		const plank = plankOf(target);
		const place = plank?.closest('figure')?.querySelector('.peek');
		if (place) place.textContent = plank?.getAttribute('aria-label') ?? '';
	};
	document.addEventListener('pointerover', peek);
	document.addEventListener('focusin', peek);
	document.addEventListener('keydown', (event) => {
		const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
		const plank = plankOf(event.target);
		if (step === undefined || !plank) return;
		const all = [...document.querySelectorAll<SVGAElement>('[data-call]')];
		all[all.indexOf(plank) + step]?.focus();
		event.preventDefault();
	});
}
