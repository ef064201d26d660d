use axum::{
    extract::{Path, Query},
    http::header::{HeaderName, CONNECTION},
    response::IntoResponse,
    routing::get,
    serve::ListenerExt,
    Json, Router,
};
use serde::{Deserialize, Serialize};
use std::env;
use tokio::{net::TcpListener, runtime::Builder};

#[derive(Deserialize)]
struct Parameters {
    id: String,
}

#[derive(Serialize)]
struct Reply {
    name: String,
    id: String,
}

async fn bench(
    Path(name): Path<String>,
    Query(Parameters { id }): Query<Parameters>,
) -> impl IntoResponse {
    (
        [
            (HeaderName::from_static("x-powered-by"), "benchmark"),
            (CONNECTION, "keep-alive"),
            (HeaderName::from_static("keep-alive"), "timeout=5"),
        ],
        Json(Reply { name, id }),
    )
}

async fn serve() {
    let host = env::var("HOST").unwrap_or("127.0.0.1".into());
    let port = env::var("PORT").unwrap_or("8080".into());
    let app = Router::new().route("/bench/{name}", get(bench));
    let listener = TcpListener::bind(format!("{host}:{port}"))
        .await
        .expect("the address is free")
        .tap_io(|stream| stream.set_nodelay(true).expect("an option"));
    println!("Listening on http://{host}:{port}");
    axum::serve(listener, app).await.expect("the server runs");
}

// Tokio takes every core unless it is told otherwise. It is told: as many
// worker threads as the other contenders have processes, and none for one.
fn main() {
    let workers = env::var("WORKERS")
        .ok()
        .and_then(|value| value.parse().ok())
        .unwrap_or(1);
    let runtime = if workers == 1 {
        Builder::new_current_thread().enable_all().build()
    } else {
        Builder::new_multi_thread()
            .worker_threads(workers)
            .enable_all()
            .build()
    };
    runtime.expect("the runtime starts").block_on(serve());
}
