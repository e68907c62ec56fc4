package io.smartt.host.congestion;

/** What Swift's connections of one path have in common. */
record SwiftParameters(SwiftSettings settings, SwiftTarget target, WindowBounds bounds) {}
