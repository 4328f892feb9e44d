// The part of autocannon that the benchmark uses; it brings no types.
declare module 'autocannon' {
	interface Options {
		url: string;
		method: 'POST';
		headers: Readonly<Record<string, string>>;
		body: string;
		connections: number;
		amount: number;
	}
	interface Result {
		errors: number;
		non2xx: number;
	}
	interface Run extends PromiseLike<Result> {
		on(
			event: 'response',
			listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
		): void;
	}
	export default function autocannon(options: Options): Run;
}
