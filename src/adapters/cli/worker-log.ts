// Log of the gateway within a command, whose standard output has another use.

/** Sends the log to standard error with LOADLINE_LOG=1, else nowhere; the returned function undoes it. */
export function logAside(): () => void {
	const { log, warn } = console;
	console.warn = console.log = (line: string) => {
		if (process.env.LOADLINE_LOG === '1') process.stderr.write(`loadline: ${line.trim()}\n`);
	};
	return () => Object.assign(console, { log, warn });
}
