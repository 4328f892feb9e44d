// A conversation's page: loads originals when they are opened, and asks for the page again while the
// conversation goes on, unless somebody is at work in it.
import { movePlanks } from './planks';
import { localize } from './times';

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

const originalIn = (details: Element) => details.querySelector<HTMLElement>('[data-text]');

movePlanks();
// It does not bubble.
document.addEventListener(
	'toggle',
	({ target }) =>
		target instanceof HTMLDetailsElement && target.open && void load(originalIn(target)),
	true,
);
async function again(): Promise<void> {
	const main = document.querySelector('main');
	if (!main?.querySelector('[data-live]')) return;
	const isAtWork = main.contains(document.activeElement) || main.querySelector('.water:hover');
	if (document.hidden || isAtWork) return;
	const response = await fetch(location.href).catch(() => undefined);
	if (!response?.ok) return;
	const page = new DOMParser().parseFromString(await response.text(), 'text/html');
	const open = [...main.querySelectorAll('tr:has(details[open]) [id]')].map(({ id }) => id);
	main.replaceChildren(...(page.querySelector('main')?.childNodes ?? []));
	localize(main);
	for (const id of open)
		document.getElementById(id)?.closest('tr')?.querySelector('details')?.setAttribute('open', '');
}
setInterval(again, AGAIN_MS);
