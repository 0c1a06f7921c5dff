import { useEffect } from "react";
import { buildSignInUrl } from "../api/refusals.ts";
import { Spinner } from "../ui/spinner.tsx";

export function GoToSignIn() {
  useEffect(() => window.location.replace(buildSignInUrl()), []);
  return <Spinner label="Loading..." />;
}
