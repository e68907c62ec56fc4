/** Tests of the package. */
@NullMarked
package io.smartt.p4.pipeline.tree;

import org.jspecify.annotations.NullMarked;
