import { Link, useLocation } from "react-router";
import { usePageTitle } from "../components/page.tsx";
import { getButtonClass } from "../ui/button.tsx";

export default function NotFoundPage() {
  const { pathname } = useLocation();
  usePageTitle("Page not found");
  return (
    <div className="flex flex-col items-start gap-4 py-12">
      <p className="font-mono text-13 text-faint">404</p>
      <h1 className="font-serif text-42">Page not found</h1>
      <p className="text-soft">
        There is no page at{" "}
        <code className="rounded-box bg-sunken px-1.5 py-0.5 font-mono text-13 break-all">{pathname}</code>.
      </p>
      <Link to="/" className={getButtonClass({ look: "primary" })}>
        Go Home
      </Link>
    </div>
  );
}
