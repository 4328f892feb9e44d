// What several answers have in common, for the document of the API.
import * as z from 'zod';

/** A text. */
export const text = () => z.string();
/** A whole number from 0. */
export const count = () => z.int().min(0);
/** A list of texts. */
export const texts = () => z.array(z.string());
/** ISO 8601. */
export const time = () => z.string().meta({ format: 'date-time' });
/** A time as machines count it. */
export const ms = () => z.int().describe('Milliseconds since the epoch.');
/** What is different for every kind, and described in the documents. */
export const anything = () => z.looseObject({});
/** An answer that documents describe. */
export const any = () => ({ answer: anything() });
export const ndjson = ['application/x-ndjson'] as const;

/** What a route answers, by its declaration. */
export type Answered<Route extends (...given: never[]) => { readonly answer: z.ZodType }> = z.infer<
	ReturnType<Route>['answer']
>;

/** Parameters of lists that have pages. */
export const page = () => ({
	limit: z.int().min(1).max(200).optional().describe('Entries of a page; 50 unless told.'),
	offset: z.int().min(0).optional().describe('Entries to leave out first.'),
});

/** The parameter `principal` of lists that an administrator may read for somebody else. */
export const ofPrincipal = () => ({
	principal: z.string().optional().describe('Another than the caller; takes the scope `admin`.'),
});
