interface IntegrationStateProps {
  integration: { isActive: boolean; trouble: string | null };
}

/** Beside its switch. One that is on and does not work is not called active: its token was refused, say. */
export function IntegrationState({ integration: { isActive, trouble } }: IntegrationStateProps) {
  if (isActive && trouble) return <span className="w-24 text-wrong">Not working</span>;
  return <span className="w-24">{isActive ? "Active" : "Inactive"}</span>;
}
