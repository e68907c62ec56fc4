/** Tests of the list of fabrics. */
@NullMarked
package io.smartt.study.launch;

import org.jspecify.annotations.NullMarked;
