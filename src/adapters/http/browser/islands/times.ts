// Times of a page in the reader's zone and locale; UTC stays in their titles.
const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const LONG = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Writes the times below an element as the reader's clock has them: to the second where they are facts. */
export function localize(root: ParentNode): void {
	for (const time of root.querySelectorAll('time')) {
		const format = time.closest('.facts, [data-exact]') ? LONG : SHORT;
		time.textContent = format.format(new Date(time.dateTime));
	}
}
