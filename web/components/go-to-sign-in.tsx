import { useEffect } from "react";
import { signInAddress } from "../api/refusals.ts";
import { Spinner } from "../ui/spinner.tsx";

export function GoToSignIn() {
  useEffect(() => window.location.replace(signInAddress()), []);
  return <Spinner label="Loading..." />;
}
