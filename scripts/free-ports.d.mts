export function freePorts(count: number, from?: number): Promise<number[]>;
export function freePort(): Promise<number>;
