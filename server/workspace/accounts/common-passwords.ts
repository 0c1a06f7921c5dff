import { isCommonPassword, PASSWORD_COMMON } from "../../../shared/domain/common-passwords.ts";
import { PASSWORD_LENGTH } from "../../../shared/domain/people.ts";
import { invalid } from "../../errors.ts";

let known: Promise<ReadonlySet<string>> | undefined;

/** Loads some 18,000 leaked passwords of sufficient length (@zxcvbn-ts/language-common) at the first use. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(
    dictionary["passwords-common"].filter((password) => Array.from(password).length >= PASSWORD_LENGTH.min),
  );
}

/** Returns a message if the password, in any case, is among the first that attackers guess; otherwise null. */
export async function findCommonPasswordProblem(password: string): Promise<string | null> {
  const list = await (known ??= readList());
  const isListed = list.has(password.normalize("NFC").toLowerCase());
  return isListed || isCommonPassword(password) ? PASSWORD_COMMON : null;
}

/** Throws 'invalid' for a common password. `field` is the name of the form's field. */
export async function refuseCommonPassword(password: string, field: string): Promise<void> {
  const problem = await findCommonPasswordProblem(password);
  if (problem) throw invalid(problem, [{ path: field, message: problem }]);
}
