/** Returns what a memory server keeps of a project, as lines of its file: people, services, decisions, and who has to do with what. */
export function graph(entities: number): string {
	const kinds = ['person', 'service', 'decision', 'incident'];
	const names = Array.from({ length: entities }, (_, at) => `${kinds[at % 4]}-${at}`);
	const lines: object[] = names.map((name, at) => ({
		...{ type: 'entity', name, entityType: kinds[at % 4] },
		observations: Array.from(
			{ length: 1 + (at % 5) },
			(_, each) =>
				`Seen on day ${(at * 7 + each) % 365}: ${name} had to do with ${names[(at * 3 + each) % entities]}.`,
		),
	}));
	for (let at = 0; at < entities; at++)
		lines.push({
			...{ type: 'relation', from: names[at], to: names[(at * 5 + 1) % entities] },
			relationType: at % 2 === 0 ? 'owns' : 'depends on',
		});
	return lines.map((line) => JSON.stringify(line)).join('\n');
}
