import { expect, it } from "vitest";
import { chooseBrowserSource, findBrowser } from "./find-browser.mjs";

const DEBIAN = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nID=debian\n';
const UBUNTU = 'PRETTY_NAME="Ubuntu 24.04 LTS"\nID=ubuntu\nID_LIKE=debian\n';

/** Returns how a machine with these programs gets a browser. */
const way = (machine: { programs?: string[]; chromium?: string; osRelease?: string; mayInstall?: boolean }) =>
  chooseBrowserSource({
    env: machine.chromium ? { CHROMIUM: machine.chromium } : {},
    exists: (path) => Boolean(machine.programs?.includes(path)),
    osRelease: () => machine.osRelease ?? "",
    isAdministrator: () => machine.mayInstall ?? false,
  });

it("the tests find a browser on Debian, Ubuntu and macOS, with rights and without", () => {
  expect(way({ osRelease: DEBIAN, mayInstall: true })).toBe("packages");
  expect(way({ osRelease: DEBIAN })).toBe("playwright");
  // Ubuntu's package is a snap, which tests cannot drive.
  expect(way({ osRelease: UBUNTU, mayInstall: true })).toBe("playwright");
  expect(way({ programs: ["/usr/bin/chromium"], osRelease: UBUNTU })).toBe("present");
  expect(way({ programs: ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"] })).toBe("present");
  expect(way({})).toBe("playwright");
});

it("the browser that CHROMIUM names comes first, and a wrong name is said", () => {
  const exists = () => true;
  expect(findBrowser({ env: { CHROMIUM: "/opt/chrome" }, exists })).toBe("/opt/chrome");
  expect(findBrowser({ env: {}, exists })).toBe("/usr/bin/chromium-headless-shell");
  expect(way({ chromium: "/opt/chrome", programs: ["/opt/chrome"] })).toBe("present");
  expect(way({ chromium: "/opt/chrome", programs: ["/usr/bin/chromium"] })).toBe("wrong-setting");
});
