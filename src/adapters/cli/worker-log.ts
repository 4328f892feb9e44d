// The log of the Worker's code where it runs within a command: standard output belongs to somebody else there.

/** Until it is called back, the log goes to standard error where LOADLINE_LOG=1 asks for it, else nowhere. */
export function logAside(): () => void {
	const { log, warn } = console;
	console.warn = console.log = (line: string) => {
		if (process.env.LOADLINE_LOG === '1') process.stderr.write(`loadline: ${line.trim()}\n`);
	};
	return () => Object.assign(console, { log, warn });
}
