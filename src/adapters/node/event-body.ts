// The body of an answer that is a stream of events, whose reader may be slow or gone.

/** Bytes that wait for a reader before whoever speaks is made to wait for it. */
const MOST_WAITING = 1024 * 1024;
/** Milliseconds that one is made to wait for one reader. */
const PATIENCE_MS = 10_000;

/** Resolves when its reader has room again. */
export type Say = (text: string) => Promise<void>;

/** Ends the stream: as it should, or with an error. */
export type End = (error?: Error) => void;

/** A reader that takes nothing for long is given up: others wait behind what it leaves. @param leave the reader has gone */
export function eventBody(begin: (say: Say, end: End) => void, leave: () => void) {
	const encoder = new TextEncoder();
	let room: PromiseWithResolvers<void> | undefined;
	const hasRoom = () => {
		room?.resolve();
		room = undefined;
	};
	return new ReadableStream<Uint8Array>(
		{
			start(controller) {
				let isOpen = true;
				const end: End = (error) => {
					if (isOpen && error) controller.error(error);
					else if (isOpen) controller.close();
					isOpen = false;
					hasRoom();
				};
				const giveUp = () => {
					end(new Error('not read in time'));
					leave();
				};
				const say: Say = async (text) => {
					if (!isOpen) return;
					controller.enqueue(encoder.encode(`data: ${text}\n\n`));
					if ((controller.desiredSize ?? 1) > 0) return;
					room ??= Promise.withResolvers();
					const timer = setTimeout(giveUp, PATIENCE_MS);
					await room.promise;
					clearTimeout(timer);
				};
				begin(say, end);
			},
			pull: hasRoom,
			cancel() {
				hasRoom();
				leave();
			},
		},
		new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING }),
	);
}
