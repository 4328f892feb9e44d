export declare const offline: Readonly<Record<string, string>>;
