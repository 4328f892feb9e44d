// opencode: its whole plug-in (plugins/opencode). Results that Loadline's tools gave leave its messages once they
// are used, and outputs of other tools come within the budget. What a result said of itself is put beside it, so
// that a conversation that is opened again leaves out the same.
import { isRecord } from '../../shared/json-values';
import { TransientContext } from '../transient-context';
import { keepsBySession, type Reaching, shortened } from './reaching';

/** opencode names tools by their server. */
const OURS = /^loadline_(.+)$/;
/** Key of a result's marks, in the metadata of its part. */
const NOTED = 'loadline';

type Called = Readonly<Record<'tool' | 'sessionID' | 'callID', string>>;

/** @param reaching the server; what it does not answer in time stays as it is */
export const opencodeHooks = (reaching: Reaching) => ({
	'tool.execute.before': async ({ tool, sessionID }: Called, output: { args: unknown }) => {
		const own = OURS.exec(tool)?.[1];
		if (own !== undefined && keepsBySession(own) && isRecord(output.args))
			output.args.session_id ??= sessionID;
	},
	'tool.execute.after': async ({ tool, sessionID }: Called, output: unknown) => {
		if (!isRecord(output)) return;
		if (OURS.test(tool))
			output.metadata = { ...(output.metadata as object | undefined), [NOTED]: output._meta };
		else if (typeof output.output === 'string')
			output.output = await shortened(output.output, tool, sessionID, reaching);
	},
	'experimental.chat.messages.transform': async (_: unknown, output: { messages: unknown[] }) => {
		const { messages } = output;
		const context = new TransientContext({ keepOriginals: 0 });
		for (const message of messages) for (const part of partsOf(message)) observe(context, part);
		messages.splice(0, messages.length, ...context.apply(messages));
	},
});

const partsOf = (message: unknown): readonly unknown[] =>
	isRecord(message) && Array.isArray(message.parts) ? message.parts : [];

function observe(context: TransientContext, part: unknown): void {
	if (!isRecord(part) || part.type !== 'tool' || !isRecord(part.state)) return;
	const tool = OURS.exec(String(part.tool))?.[1];
	const { status, input, output, metadata } = part.state;
	if (tool === undefined || status !== 'completed' || !isRecord(metadata)) return;
	const result = { content: [{ type: 'text', text: output }], _meta: metadata[NOTED] };
	context.observe({ id: String(part.callID), tool, arguments: input, result });
}
