package io.smartt.host.congestion;

/** Parameters that Swift's connections of one path share. */
record SwiftParameters(SwiftSettings settings, SwiftTarget target, WindowBounds bounds) {}
