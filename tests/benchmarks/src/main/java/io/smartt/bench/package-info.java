/**
 * JMH benchmarks, run by hand: {@code ./mvnw -q -Pquick,bench -pl tests/benchmarks -am package}.
 */
@NullMarked
package io.smartt.bench;

import org.jspecify.annotations.NullMarked;
