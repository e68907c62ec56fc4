/** Tests of the package. */
@NullMarked
package io.smartt.p4.pipeline.hash;

import org.jspecify.annotations.NullMarked;
