import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { PRELOADED_DATA_ID } from "../shared/contract/preloaded-data.ts";
import { parsePreloadedData } from "./api/preloaded-data.ts";
import { createQueryClient } from "./api/query-client.ts";
import { LateToaster } from "./components/late-toaster.tsx";
import { App } from "./router.tsx";
import "./ui/styles.css";

const root = document.getElementById("root");
if (!root) throw new Error("The page has no element 'root'.");

parsePreloadedData(document.getElementById(PRELOADED_DATA_ID)?.textContent);
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={createQueryClient()}>
      <BrowserRouter>
        <App />
        <LateToaster />
      </BrowserRouter>
    </QueryClientProvider>
  </StrictMode>,
);
