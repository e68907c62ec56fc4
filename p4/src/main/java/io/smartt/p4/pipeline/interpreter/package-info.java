/**
 * Executes a BMv2 program by walking nodes that were resolved once: every name is a slot number, so
 * nothing is looked up by name, boxed or allocated per packet, except where numbers wider than 64
 * bits are computed with.
 */
@NullMarked
package io.smartt.p4.pipeline.interpreter;

import org.jspecify.annotations.NullMarked;
