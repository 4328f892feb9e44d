// A conversation's page: says what a plank is when it is pointed at or reached, loads originals when they are
// opened, and asks for the page again while the conversation goes on, unless somebody is at work in it.
const AGAIN_MS = 5_000;

/** Loads the text of a kept result once. Looking changes nothing. */
async function load(place: HTMLElement | null): Promise<void> {
	const address = place?.dataset.text;
	if (!place || address === undefined || place.dataset.loaded !== undefined) return;
	place.dataset.loaded = '';
	const response = await fetch(address).catch(() => undefined);
	place.textContent = response?.ok
		? await response.text()
		: 'It could not be loaded: the server did not answer. Open it again.';
	if (!response?.ok) delete place.dataset.loaded;
}

function peek(target: EventTarget | null): void {
	const plank = target instanceof Element ? target.closest<SVGAElement>('[data-call]') : null;
	if (!plank) return;
	for (const each of document.querySelectorAll<HTMLElement>('[data-peek]')) {
		each.hidden = each.dataset.peek !== plank.dataset.call;
		if (!each.hidden) void load(each.querySelector('[data-text]'));
	}
}

const originalIn = (details: Element) => details.querySelector<HTMLElement>('[data-text]');

document.addEventListener('pointerover', ({ target }) => peek(target));
document.addEventListener('focusin', ({ target }) => peek(target));
// The drawing is one tab stop; arrow keys move between its planks.
document.addEventListener('keydown', (event) => {
	const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
	const plank = event.target instanceof Element && event.target.closest('[data-call]');
	if (step === undefined || !plank) return;
	const all = [...document.querySelectorAll<SVGAElement>('[data-call]')];
	all[all.indexOf(plank as SVGAElement) + step]?.focus();
	event.preventDefault();
});
// It does not bubble.
document.addEventListener(
	'toggle',
	({ target }) =>
		target instanceof HTMLDetailsElement && target.open && void load(originalIn(target)),
	true,
);
for (const details of document.querySelectorAll('.timeline details[open]'))
	void load(originalIn(details));

async function again(): Promise<void> {
	const main = document.querySelector('main');
	if (!main?.querySelector('[data-live]')) return;
	const isAtWork =
		main.contains(document.activeElement) || main.querySelector('.water:hover, .peeks:hover');
	if (document.hidden || isAtWork) return;
	const response = await fetch(location.href).catch(() => undefined);
	if (!response?.ok) return;
	const page = new DOMParser().parseFromString(await response.text(), 'text/html');
	const open = [...main.querySelectorAll('li:has(details[open])')].map(({ id }) => id);
	main.replaceChildren(...(page.querySelector('main')?.childNodes ?? []));
	for (const id of open)
		document.getElementById(id)?.querySelector('details')?.setAttribute('open', '');
}
setInterval(again, AGAIN_MS);
