/** Executes a program by running its tree: slow, simple, and what the compiler is held against. */
@NullMarked
package io.smartt.p4.pipeline.interpreter;

import org.jspecify.annotations.NullMarked;
