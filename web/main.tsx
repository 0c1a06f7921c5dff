import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, lazy, StrictMode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { PRELOADED_DATA_ID } from "../shared/contract/preloaded-data.ts";
import { parsePreloadedData } from "./api/preloaded-data.ts";
import { createQueryClient } from "./api/query-client.ts";
import { App } from "./router.tsx";
import "./ui/styles.css";

/** Loaded after the first paint. An earlier toast waits in its store, and the page works without this chunk. */
const Toaster = lazy<ComponentType>(() =>
  import("./ui/toaster.tsx").then(
    (module) => ({ default: module.Toaster }),
    () => ({ default: () => null }),
  ),
);

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element 'root'.");

parsePreloadedData(document.getElementById(PRELOADED_DATA_ID)?.textContent);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <App />
        <Suspense>
          <Toaster />
        </Suspense>
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
