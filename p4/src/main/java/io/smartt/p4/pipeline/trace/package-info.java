/** The events that a packet meets on its way through a pipeline, for people to read. */
@NullMarked
package io.smartt.p4.pipeline.trace;

import org.jspecify.annotations.NullMarked;
