import { lazy, Suspense } from "react";
import { useSearchParams } from "react-router";
import { useAnalytics } from "../../api/activity.ts";
import { Section } from "../../components/section.tsx";
import { getTimeZone } from "../../lib/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { getToday, readRange } from "./range.ts";
import { RangePicker } from "./range-picker.tsx";

const Charts = lazy(() => import("./charts.tsx"));

/** The charts of the date range in the URL. */
export function ActivityOverTime() {
  const [params, setParams] = useSearchParams();
  const today = getToday();
  const range = readRange(params, today);
  const { from, to } = range;
  const query = useAnalytics({ ...(from && { from }), to, timeZone: getTimeZone() }, !from || from <= to);
  const waiting = (
    <div className="pt-6">
      {/* The placeholder is as high as the charts, so that nothing moves when they load. */}
      <div className="late skeleton h-480 xl:h-280" />
    </div>
  );
  return (
    <Section title="Over time">
      <RangePicker
        range={range}
        begins={query.data?.from}
        today={today}
        onChange={(next) => setParams(next, { replace: true })}
      />
      <div aria-busy={query.isFetching} className={query.isPlaceholderData ? "opacity-60" : undefined}>
        <QueryView query={query} loading={waiting}>
          {(data) => (
            <Suspense fallback={waiting}>
              <Charts data={data} />
            </Suspense>
          )}
        </QueryView>
      </div>
    </Section>
  );
}
