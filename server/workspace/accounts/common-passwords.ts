import { isCommonPassword, PASSWORD_COMMON } from "../../../shared/domain/common-passwords.ts";
import { PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import { invalid } from "../../errors.ts";

let known: Promise<ReadonlySet<string>> | undefined;

/** Some 18,000 that are long enough, of what was found in stolen data (@zxcvbn-ts/language-common). Read when first asked for. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(
    dictionary["passwords-common"].filter((password) => Array.from(password).length >= PASSWORD_LENGTH.min),
  );
}

/** A sentence when it is among the passwords that are guessed first, whatever its case; else null. */
export async function commonPasswordProblem(password: string): Promise<string | null> {
  const list = await (known ??= readList());
  const isListed = list.has(password.normalize("NFC").toLowerCase());
  return isListed || isCommonPassword(password) ? PASSWORD_COMMON : null;
}

/** Throws 'invalid', named for the form's field. */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  const problem = await commonPasswordProblem(password);
  if (problem) throw invalid(problem, [{ path: field, message: problem }]);
}
