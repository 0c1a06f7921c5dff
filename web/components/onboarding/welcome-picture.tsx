/**
 * A drawing of the product. It shows messages, of which some lines are marked, the article made from them, and the
 * sources in its margin.
 */
export function WelcomePicture({ slide }: { slide: number }) {
  const seen = (from: number) => ({ opacity: slide >= from ? 1 : 0, transition: "opacity 600ms ease-out" });
  return (
    <svg viewBox="0 0 480 180" aria-hidden="true" className="w-full" fill="none" strokeLinecap="round" strokeWidth="4">
      {CHAT.map(([y, width, found]) => (
        <g key={y}>
          <circle cx="12" cy={y} r="6" fill="var(--rule)" />
          <path d={`M30 ${y}h${width}`} stroke="var(--edge)" opacity="0.55" />
          {found && <path d={`M30 ${y}h${width}`} stroke="var(--mark)" strokeWidth="14" style={seen(1)} />}
          {found && <path d={`M30 ${y}h${width}`} stroke="var(--ink)" style={seen(1)} />}
        </g>
      ))}
      <g style={seen(2)} strokeWidth="1.25" stroke="var(--edge)">
        <path d="M170 46C230 46 230 62 286 62M150 98C220 98 220 94 286 94M178 150C230 150 230 126 286 126" />
      </g>
      <g style={seen(2)}>
        <path d="M300 30h96" stroke="var(--ink)" strokeWidth="7" />
        {ARTICLE.map(([y, width]) => (
          <path key={y} d={`M300 ${y}h${width}`} stroke="var(--ink)" opacity="0.7" />
        ))}
      </g>
      <path d="M460 56v76" stroke="var(--accent)" strokeWidth="7" style={seen(3)} />
    </svg>
  );
}

const CHAT: [y: number, width: number, found: boolean][] = [
  [20, 90, false],
  [46, 128, true],
  [72, 64, false],
  [98, 108, true],
  [124, 78, false],
  [150, 136, true],
];
const ARTICLE: [y: number, width: number][] = [
  [62, 132],
  [78, 118],
  [94, 136],
  [110, 96],
  [126, 128],
];
