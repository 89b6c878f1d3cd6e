/** Opens the client. */

import { mount } from "svelte";
import "./app.css";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });

// Under the name of this release, so that the next one gets a shelf of its own.
const { pathname } = new URL(import.meta.url);
if (import.meta.env.PROD) void navigator.serviceWorker?.register(`/sw.js?${pathname}`);
