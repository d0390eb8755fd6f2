//! The shapes of values for other languages, where somebody asks for them.

/// Declares a type that, with the feature `schema`, is known to TypeScript and OpenAPI.
macro_rules! schema {
    ($item:item) => {
        #[cfg_attr(
            feature = "schema",
            derive(ts_rs::TS, utoipa::ToSchema),
            ts(export_to = "api.ts")
        )]
        $item
    };
}
pub(crate) use schema;
