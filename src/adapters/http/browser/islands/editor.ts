// Has the server check the configuration as it is written, and says what is wrong or what would change.
const WAIT_MS = 400;

const text = document.querySelector<HTMLTextAreaElement>('.editor textarea');
const said = document.querySelector<HTMLElement>('#checked');
if (text?.form && said) watch(text, text.form, said);

interface Checked {
	readonly isGood: boolean;
	readonly lines: readonly string[];
}

function watch(area: HTMLTextAreaElement, form: HTMLFormElement, place: HTMLElement): void {
	let timer = 0;
	let asked: AbortController | undefined;
	area.addEventListener('input', () => {
		clearTimeout(timer);
		asked?.abort();
		timer = window.setTimeout(async () => {
			asked = new AbortController();
			const lines = await check(form, asked.signal);
			if (!lines) return;
			place.className = lines.isGood ? 'good' : 'bad';
			place.textContent = lines.lines.join('\n');
			const save = form.querySelector<HTMLButtonElement>('button[value=save]');
			if (save) save.disabled = !lines.isGood;
		}, WAIT_MS);
	});
}

/** Undefined when something newer was written meanwhile. */
async function check(form: HTMLFormElement, signal: AbortSignal): Promise<Checked | undefined> {
	try {
		const body = new URLSearchParams(new FormData(form) as never);
		const response = await fetch('/config/check', { method: 'POST', body, signal });
		return (await response.json()) as Checked;
	} catch {
		if (signal.aborted) return undefined;
		return { isGood: false, lines: ['It could not be checked: the server did not answer.'] };
	}
}
