// Deterministic demo records: 132 activities of a small agency, some in the wrong category.

interface Activity {
	readonly id: number;
	readonly title: string;
	readonly date: string;
	readonly startTime: string;
	readonly minutes: number;
	readonly person: { readonly id: number; readonly name: string; readonly team: string };
	readonly client: string;
	readonly project: string;
	readonly category: string;
	readonly billable: boolean;
	readonly status: string;
	readonly tags: readonly string[];
	readonly notes: string;
}

const FIRST_ID = 72;
const COUNT = 132;

const PEOPLE = [
	['Ana Ruiz', 'Design'],
	['Jonas Weber', 'Engineering'],
	['Mei Tanaka', 'Engineering'],
	['Sam Okafor', 'Data'],
	['Lea Martin', 'Client services'],
	['Tom Hale', 'Data'],
	['Priya Nair', 'Engineering'],
] as const;

const PROJECTS = [
	['Northwind Travel', 'booking-site'],
	['Northwind Travel', 'app-relaunch'],
	['Halden Clinics', 'patient-portal'],
	['Halden Clinics', 'triage-assistant'],
	['Brook & Sons', 'online-shop'],
	['City of Ardal', 'open-data'],
	['Studio', 'internal'],
] as const;

/** Title, tags and notes, in which `#` stands for a number. */
const WORK = [
	[
		'Fix checkout form validation',
		'frontend,bug',
		'The postcode check rejected valid entries on mobile. Patched the pattern and added # cases to the form tests.',
	],
	[
		'Tune prompt for ticket triage',
		'llm,prompting',
		'Rewrote the system prompt and measured it against # labelled tickets. Wrong escalations went down, latency is unchanged.',
	],
	[
		'Weekly status call',
		'meeting',
		'Walked the client through open points. They want the second milestone moved by # days and will confirm in writing.',
	],
	[
		'Build landing page hero',
		'frontend,css',
		'Implemented the new hero in three breakpoints. The image still weighs # kB and needs another pass.',
	],
	[
		'Label training examples',
		'dataset,annotation',
		'Went through # conversations with the guideline at hand. Borderline cases are marked for a second opinion.',
	],
	[
		'Review accessibility report',
		'a11y,review',
		'Checked the findings of the audit page by page. # of them are contrast issues that one token change resolves.',
	],
	[
		'Evaluate embedding models',
		'embeddings,benchmark',
		'Compared retrieval quality on # real queries. The smaller model is good enough and costs a third.',
	],
	[
		'Migrate product images',
		'cms,migration',
		'Moved the catalogue to the new store with the script. # files failed on their names and were renamed by hand.',
	],
	[
		'Prepare offer for phase two',
		'sales,estimate',
		'Drafted scope and effort with two variants. The larger one comes to # days including the handover.',
	],
	[
		'Investigate slow search',
		'backend,performance',
		'A missing index made every query scan the table. With it the slowest page answers in # ms.',
	],
	[
		'Write release notes',
		'docs',
		'Collected the changes since the last release and cut them to what users notice. # items remained.',
	],
	[
		'Answer support requests',
		'support',
		'Cleared the queue of the weekend. # requests concerned the same expired certificate, which has been renewed.',
	],
	[
		'Train intent classifier',
		'ml,training',
		'Ran # epochs on the cleaned set. Accuracy rose a little, the rare classes are still confused with each other.',
	],
	[
		'Set up preview deployments',
		'devops,ci',
		'Each pull request now gets its own address. Builds take # seconds, most of it spent on images.',
	],
	[
		'Interview two candidates',
		'hiring',
		'Both did well in the pairing exercise. Notes are in the sheet; the decision is due in # days.',
	],
] as const;

/** Some activities are filed wrongly on purpose. */
const CATEGORIES = ['Web Dev', 'General', 'AI', 'General', 'Admin', 'Web Dev', 'Support'];
const STATUSES = ['approved', 'submitted', 'submitted', 'draft'];

/** Returns all demo activities by id. */
const activities = (): readonly Activity[] =>
	Array.from({ length: COUNT }, (_, index) => activity(index));

function activity(index: number): Activity {
	const spread = (by: number, among: number): number => (index * by + (index >> 3)) % among;
	const [title, tags, notes] = pick(WORK, spread(7, WORK.length));
	const [client, project] = pick(PROJECTS, spread(3, PROJECTS.length));
	const who = spread(5, PEOPLE.length);
	const [name, team] = pick(PEOPLE, who);
	return {
		id: FIRST_ID + index,
		title,
		date: new Date(Date.UTC(2026, 0, 5 + Math.floor(index / 3))).toISOString().slice(0, 10),
		startTime: `${String(8 + spread(11, 10)).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
		minutes: 15 * (1 + spread(7, 12)),
		person: { id: 401 + who, name, team },
		client,
		project,
		category: pick(CATEGORIES, spread(4, CATEGORIES.length)),
		billable: client !== 'Studio' && spread(2, 9) > 0,
		status: pick(STATUSES, spread(3, STATUSES.length)),
		tags: tags.split(','),
		notes: notes.replace('#', String(3 + spread(17, 38))),
	};
}

function pick<Item>(items: readonly Item[], index: number): Item {
	const item = items[index];
	if (item === undefined) throw new RangeError('nothing to pick from');
	return item;
}

/** The records as a workspace takes them. */
export const demoRecords = { model: 'activity', records: activities };
