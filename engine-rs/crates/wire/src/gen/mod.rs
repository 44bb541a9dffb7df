// @generated from proto/ by `make gen`: do not edit.

//! The messages of proto/.

#![allow(missing_docs, unreachable_pub, clippy::all, clippy::pedantic, rustdoc::all)]
pub mod paizhuo {
    pub mod storage {
        pub mod v1 {
            include!("paizhuo.storage.v1.rs");
        }
    }
    pub mod v1 {
        include!("paizhuo.v1.rs");
    }
}
