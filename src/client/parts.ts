// Ready parts for hosts: each hands a host's messages to `apply` where that host lets them be changed
// (docs/client.md, "Ready parts"). No host's package is needed for them; their types are its shapes.
import type { TransientContext } from './transient-context';

type Applies = Pick<TransientContext, 'apply'>;

/** AI SDK: `generateText({ …, prepareStep: prepareStep(context) })`. */
export const prepareStep =
	(context: Applies) =>
	<Message>({ messages }: { readonly messages: Message[] }): { messages: Message[] } => ({
		messages: context.apply(messages),
	});

/** AI SDK: `wrapLanguageModel({ model, middleware: languageModelMiddleware(context) })`. */
export const languageModelMiddleware = (context: Applies) => ({
	specificationVersion: 'v4' as const,
	transformParams: async <Params extends { readonly prompt: readonly unknown[] }>(given: {
		readonly params: Params;
	}): Promise<Params> => ({ ...given.params, prompt: context.apply(given.params.prompt) }),
});

/** OpenAI Agents: `run(agent, input, { callModelInputFilter: callModelInputFilter(context) })`. */
export const callModelInputFilter =
	(context: Applies) =>
	<Data extends { readonly input: readonly unknown[] }>(given: {
		readonly modelData: Data;
	}): Data => ({ ...given.modelData, input: context.apply(given.modelData.input) });

/** LangChain: `contextEditingMiddleware({ edits: [contextEdit(context)] })`. */
export const contextEdit = (context: Applies) => ({
	apply: async ({ messages }: { readonly messages: unknown[] }): Promise<void> => {
		messages.splice(0, messages.length, ...context.apply(messages));
	},
});

/** opencode: a plug-in's `experimental.chat.messages.transform`. */
export const messagesTransform =
	(context: Applies) => (_: unknown, output: { messages: unknown[] }) =>
		contextEdit(context).apply(output);

/** pi: `pi.on('context', onContext(context))`. */
export const onContext =
	(context: Applies) =>
	async <Message>({ messages }: { readonly messages: readonly Message[] }) => ({
		messages: context.apply(messages),
	});
