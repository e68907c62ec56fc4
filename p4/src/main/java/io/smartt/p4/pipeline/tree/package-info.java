/**
 * A program as a tree of resolved nodes: names turned into slots and indices, everything checked.
 * Each node can run itself, which is all the interpreter does; the compiler turns nodes into
 * bytecode.
 */
@NullMarked
package io.smartt.p4.pipeline.tree;

import org.jspecify.annotations.NullMarked;
