/** Tests that cross modules: architecture, end to end, conformance, benchmarks. */
@NullMarked
package io.smartt.tests;

import org.jspecify.annotations.NullMarked;
