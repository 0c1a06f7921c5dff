export const nobody: { uid: number; gid: number } | Record<never, never>;
export function findPostgres(): Promise<string>;
export function runPostgres(bin: string, cwd: string, program: string, ...args: string[]): void;
export function startPooler(place: {
  folder: string;
  host: string;
  port?: number;
}): Promise<{ url: string; stop: () => void }>;
