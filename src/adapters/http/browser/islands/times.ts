// Times of a page in the reader's zone and locale; UTC stays in their titles.
const FORMAT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** Writes the times below an element as the reader's clock has them. */
export function localize(root: ParentNode): void {
	for (const time of root.querySelectorAll('time'))
		time.textContent = FORMAT.format(new Date(time.dateTime));
}
