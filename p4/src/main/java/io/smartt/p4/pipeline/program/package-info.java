/** Loads a P4 program from what the compiler made of it. */
@NullMarked
package io.smartt.p4.pipeline.program;

import org.jspecify.annotations.NullMarked;
