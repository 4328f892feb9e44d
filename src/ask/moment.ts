// Times of data as moments, in milliseconds.

const DATE = /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?)(?:[.,](\d{1,9}))?)?\s?(.*)$/;
const APACHE = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4}):(\d\d:\d\d:\d\d) ([+-]\d\d)(\d\d)$/;

/** Parses a time, UTC without a zone; undefined without a date. */
export const momentOf = (text: string): number | undefined => {
	const date = DATE.exec(text);
	const apache = APACHE.exec(text);
	let moment = Number.NaN;
	if (date) {
		const [, year, month, day, clock = '00:00', fraction = '0', zone = ''] = date;
		const spelled = zone.replace(/^([+-]\d\d):?(\d\d)$/, '$1:$2') || 'Z';
		moment = Date.parse(
			`${year}-${month}-${day}T${clock.length === 5 ? `${clock}:00` : clock}.${fraction.slice(0, 3).padEnd(3, '0')}${spelled}`,
		);
	} else if (apache) {
		const [, day, month, year, clock, hours, minutes] = apache;
		moment = Date.parse(`${day} ${month} ${year} ${clock} ${hours}${minutes}`);
	} else if (/^\d{10}(?:\.\d{1,6})?$/.test(text)) moment = Number(text) * 1_000;
	else if (/^\d{13}$/.test(text)) moment = Number(text);
	return Number.isNaN(moment) ? undefined : moment;
};
