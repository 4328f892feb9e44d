// The demo's 100 listings, and the long description of each.
import { generator, idOf, lazily } from './generator';
import { CITIES, HOMES, PLACES } from './vocabulary';

export const LISTING_COUNT = 100;

/** A house of the demo. */
export interface Listing {
	readonly id: string;
	readonly name: string;
	readonly status: 'active' | 'paused';
	readonly city: string;
	readonly bedrooms: number;
	readonly maxGuests: number;
	readonly pricePerNight: number;
	readonly currency: 'EUR';
}

/** In the order of their numbers, `ls_001` first. */
export const listings = lazily((): readonly Listing[] =>
	Array.from({ length: LISTING_COUNT }, (_, index) => {
		const id = idOf('ls', index + 1, 3);
		const chance = generator(`listing ${id}`);
		const bedrooms = chance.whole(1, 5);
		// Every pair of words once, so that a name means one listing.
		const name = `${PLACES[index % 10]} ${HOMES[(index + Math.floor(index / 10)) % 10]}`;
		return {
			id,
			name,
			status: chance.percent(90) ? 'active' : 'paused',
			city: chance.pick(CITIES),
			bedrooms,
			maxGuests: 2 * bedrooms,
			pricePerNight: 40 + 5 * chance.whole(0, 40),
			currency: 'EUR',
		} as const;
	}),
);

/** The one with this id. */
export const findListing = (id: string): Listing | undefined =>
	listings().find((listing) => listing.id === id);

type Sentence = (word: (...words: readonly string[]) => string, listing: Listing) => string;

/** Each kind of paragraph, as sentences with places to fill in. */
const THEMES: readonly (readonly Sentence[])[] = [
	[
		(w, l) =>
			`${l.name} stands in ${w('a quiet side street', 'the old part', 'the middle')} of ${l.city}, ${w('five', 'eight', 'twelve')} minutes on foot from the ${w('river', 'market', 'main station')}.`,
		(w) =>
			`The ${w('front', 'house', 'entrance')} is easy to find because of its ${w('green', 'blue', 'red')} door and the ${w('old lamp', 'stone bench', 'lemon tree')} beside it.`,
		(w) =>
			`In the morning you hear the ${w('bells', 'birds', 'bakers')} of the neighbourhood, and in the evening ${w('hardly anything', 'a little music from the square', 'only the wind')}.`,
		(w) =>
			`Guests often say that they ${w('slept better', 'felt more at home', 'walked more')} here than they had expected when they booked.`,
	],
	[
		(w) =>
			`The kitchen has ${w('a gas stove', 'an induction hob', 'a wide oven')}, ${w('good knives', 'plenty of pans', 'a long wooden table')} and everything you need for ${w('a family dinner', 'a slow breakfast', 'a birthday cake')}.`,
		(w) =>
			`Salt, oil, ${w('coffee', 'tea', 'sugar')} and ${w('rice', 'flour', 'dried herbs')} are there when you arrive, and you may use as much of them as you like.`,
		(w) =>
			`The ${w('dishwasher', 'fridge', 'coffee machine')} is new, and its short instructions lie in the ${w('first', 'second', 'top')} drawer next to the window.`,
		(w) =>
			`Please sort the rubbish into the ${w('three', 'four')} bins under the sink, because the city collects each kind on ${w('another day', 'its own morning')}.`,
	],
	[
		(w, l) =>
			`There ${l.bedrooms === 1 ? 'is one bedroom' : `are ${l.bedrooms} bedrooms`} with ${w('firm', 'soft', 'wide')} mattresses, ${w('cotton', 'linen')} sheets and ${w('dark curtains', 'wooden shutters')} that keep out the early light.`,
		(w) =>
			`The largest room looks out over the ${w('roofs', 'garden', 'canal')}, while the others face the ${w('courtyard', 'lane')} and stay cool on summer afternoons.`,
		(w) =>
			`An extra ${w('cot', 'folding bed')} can be put up in a few minutes, and a basket with ${w('toys', 'books', 'blankets')} waits in the cupboard.`,
		(w) =>
			`The wardrobe has ${w('twenty', 'thirty')} hangers, a ${w('mirror', 'small safe')} and a shelf for ${w('suitcases', 'hats and boots')}.`,
	],
	[
		(w) =>
			`The bathroom was rebuilt ${w('last year', 'two years ago')} with a ${w('walk-in shower', 'deep bath')} and ${w('warm floors', 'a large window')}.`,
		(w) =>
			`Hot water comes from a ${w('boiler', 'solar tank')} on the roof, so a second long shower may need ${w('ten', 'fifteen')} minutes of patience.`,
		(w) =>
			`You will find ${w('two', 'three')} towels for each guest, and fresh ones are brought every ${w('third', 'fourth')} day.`,
		(w) =>
			`The washing machine stands behind the ${w('white', 'sliding')} door and takes about ${w('forty', 'fifty')} minutes for a normal load.`,
	],
	[
		(w, l) =>
			`From the ${w('tram', 'bus')} stop at the corner you reach the airport of ${l.city} in ${w('half an hour', 'forty minutes')} without changing.`,
		(w) =>
			`Those who come by car can park in the ${w('yard', 'garage')}, where the space is ${w('wide enough for a van', 'marked with the name of the house')}.`,
		(w) =>
			`Bicycles can be ${w('borrowed free of charge', 'rented at the shop opposite')}, and a ${w('flat path', 'shady road')} leads along the water to the next village.`,
		(w) =>
			`Taxis are rarely needed, but the number of a ${w('friendly', 'reliable')} driver hangs ${w('on the fridge', 'beside the door')}.`,
	],
	[
		(w) =>
			`We ask our guests to be quiet after ${w('ten', 'eleven')} at night, since the ${w('neighbours', 'families upstairs')} have small children.`,
		(w) =>
			`Smoking is possible on the ${w('balcony', 'terrace')} only, and candles should never be left ${w('alone', 'burning in the bedrooms')}.`,
		(w) =>
			`Arrival is from ${w('three', 'four')} in the afternoon and departure until ${w('ten', 'eleven')} in the morning, but do ask if you need other times.`,
		(w) =>
			`If something breaks, simply tell us: we would rather ${w('repair it at once', 'know about it')} than find it ${w('a week later', 'after the next guest')}.`,
	],
];

const PARAGRAPHS = 42;
const SENTENCES = 7;

/** About 6,000 tokens of prose: paragraphs of whole sentences, separated by blank lines. */
export const describeListing = (listing: Listing): string => {
	const chance = generator(`description ${listing.id}`);
	const word = (...words: readonly string[]): string => chance.pick(words);
	const paragraphs = Array.from({ length: PARAGRAPHS }, (_, index) => {
		const theme = THEMES[index % THEMES.length] ?? [];
		return Array.from({ length: SENTENCES }, (_, position) =>
			theme[position % theme.length]?.(word, listing),
		).join(' ');
	});
	return [`${listing.name}, ${listing.city}`, ...paragraphs].join('\n\n');
};
