interface Machine {
  env: Record<string, string | undefined>;
  exists: (path: string) => boolean;
}

export function findBrowser(machine?: Partial<Machine>): string | null;
export function chooseBrowserSource(
  machine: Machine & { osRelease: () => string; isAdministrator: () => boolean },
): "present" | "wrong-setting" | "packages" | "playwright";
