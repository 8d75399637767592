/** The mark: a race of water turning a wheel. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 24 24" className={className} aria-hidden="true" fill="none">
      <rect width="24" height="24" rx="6" className="fill-accent-solid" />
      <path
        d="M4.5 9.5c2 0 2-2 4-2s2 2 4 2 2-2 4-2 1.6 1.2 3 1.8"
        stroke="white"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
      <path
        d="M4.5 16.5c2 0 2-2 4-2s2 2 4 2 2-2 4-2 1.6 1.2 3 1.8"
        stroke="white"
        strokeOpacity="0.6"
        strokeWidth="1.8"
        strokeLinecap="round"
      />
    </svg>
  );
}
