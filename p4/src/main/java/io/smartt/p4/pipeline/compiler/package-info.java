/**
 * Compiles a program's tree to JVM bytecode: one hidden class a program, one instance a switch.
 * What the compiler has no code for, the generated class asks the node itself, so that everything
 * the tree can hold runs.
 */
@NullMarked
package io.smartt.p4.pipeline.compiler;

import org.jspecify.annotations.NullMarked;
