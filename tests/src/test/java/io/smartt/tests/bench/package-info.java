/**
 * JMH benchmarks, run by hand: {@code ./mvnw -q -Pbench -DskipTests -pl tests -am verify
 * -Dbench=PipelineBenchmark}.
 */
@NullMarked
package io.smartt.tests.bench;

import org.jspecify.annotations.NullMarked;
