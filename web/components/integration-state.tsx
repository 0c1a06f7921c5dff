interface IntegrationStateProps {
  integration: { isActive: boolean; trouble: string | null };
}

/** The state beside the switch. An integration that is switched on but fails is not called 'active'. */
export function IntegrationState({ integration: { isActive, trouble } }: IntegrationStateProps) {
  if (isActive && trouble) return <span className="w-24 text-wrong">Not working</span>;
  return <span className="w-24">{isActive ? "Active" : "Inactive"}</span>;
}
