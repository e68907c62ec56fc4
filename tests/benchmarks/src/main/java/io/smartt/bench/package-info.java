/**
 * JMH benchmarks and their ratios to a baseline, run by hand: {@code ./mvnw -q -Pquick,ratios -pl
 * tests/benchmarks -am package}.
 */
@NullMarked
package io.smartt.bench;

import org.jspecify.annotations.NullMarked;
