// A parsed JSON document as asking sees it. A port: whoever composes fills it in from the parser that
// is there, so that values stay slices of their source and keep their spelling and order.

/** Index of a value, in document order: 0 is the root. −1 stands for none. */
export type Node = number;

/** What a value is, by JSON's own kinds. */
export type Kind = 'object' | 'array' | 'string' | 'number' | 'true' | 'false' | 'null';

/** A parsed document; nodes are numbered in source order, 0 is the root, −1 stands for none. */
export interface Tree {
	/** The source text. */
	readonly source: string;
	/** Values, containers included. */
	readonly size: number;
	kind(node: Node): Kind;
	/** Children of a container. */
	count(node: Node): number;
	/** Items of an array, or members of an object (of duplicate keys the last), in source order. */
	children(node: Node): Int32Array;
	/** The member of that key, or −1. */
	member(node: Node, key: string): Node;
	/** The key of a member, decoded; empty for items and the root. */
	key(node: Node): string;
	/** The container of a node, −1 for the root. */
	parent(node: Node): Node;
	/** The node after the subtree. */
	after(node: Node): Node;
	/** A string decoded; any other scalar as spelled. */
	text(node: Node): string;
	/** Compact JSON text of the subtree. */
	json(node: Node): string;
	/** UTF-16 units of that text. */
	length(node: Node): number;
	/** UTF-16 offsets of the value in the source. */
	start(node: Node): number;
	end(node: Node): number;
	/** UTF-16 offset of a member's key in the source; −1 where there is none. */
	keyStart(node: Node): number;
	keyEnd(node: Node): number;
	/** The string, or the member's key, is spelled with an escape. */
	isEscaped(node: Node): boolean;
}
